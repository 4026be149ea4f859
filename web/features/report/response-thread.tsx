import { Suspense } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { CreatorSaid } from "./creator-said.tsx";
import { useResponseContext } from "./response-context.ts";
import { responsesOn, standingOf } from "./responses-on.ts";

const OwnResponse = lazyPart(async () => ({
	default: (await import("./own-response.tsx")).OwnResponse,
}));

/** What the creator said of a statement, or with null of the whole; the owner answers here. */
export function ResponseThread({
	statementId,
}: {
	statementId: string | null;
}) {
	const { all, owned_channel } = useResponseContext();
	const responses = responsesOn(all, statementId);
	if (responses.length === 0 && owned_channel === null) return null;
	return (
		<div className="flex flex-col gap-3">
			{responses.map((response) => (
				<CreatorSaid key={response.id} response={response} />
			))}
			{owned_channel !== null && (
				<Suspense fallback={<div aria-busy className="h-11" />}>
					<OwnResponse
						channel={owned_channel}
						statementId={statementId}
						standing={standingOf(responses)}
					/>
				</Suspense>
			)}
		</div>
	);
}
