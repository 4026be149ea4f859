import { createContext, useContext, useMemo } from "react";
import { useSWRConfig } from "swr";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { useMe } from "#web/api/use-session.ts";
import { useVisitor } from "#web/features/accounts/auth-context.ts";

type Responses = {
	video_id: string;
	all: readonly CreatorResponse[];
	/** The channel's name if the visitor is its verified owner, else null. */
	owned_channel: string | null;
	is_admin: boolean;
	/** Updates the shown response with the server's version. */
	updateResponse: (response: CreatorResponse) => void;
};

const NONE: Responses = {
	video_id: "",
	all: [],
	owned_channel: null,
	is_admin: false,
	updateResponse: () => {},
};

export const ResponseContext = createContext<Responses>(NONE);

export function useResponseContext(): Responses {
	return useContext(ResponseContext);
}

/** A report's responses, and whether the visitor may add one. */
export function useResponses(report: Report): Responses {
	const { video, responses } = report;
	const { user } = useVisitor();
	const { mutate } = useSWRConfig();
	const { data: me } = useMe(user);
	const channel =
		video.channel_id === null
			? undefined
			: me?.channels.find(({ channel_id }) => channel_id === video.channel_id);
	const owned_channel = user && channel ? channel.channel_name : null;
	const is_admin = Boolean(user && me?.is_admin);
	return useMemo(
		() => ({
			video_id: video.id,
			all: responses,
			owned_channel,
			is_admin,
			updateResponse: (response) =>
				void mutate<Report>(
					keys.report(video.id),
					(known) => known && reportWithResponse(known, response),
					{ revalidate: false },
				),
		}),
		[video.id, responses, owned_channel, is_admin, mutate],
	);
}

/** The responses to one statement, or to the whole analysis if null. */
export function responsesTo(
	responses: readonly CreatorResponse[],
	statement_id: string | null,
): CreatorResponse[] {
	return responses.filter((response) => response.statement_id === statement_id);
}

/** The published response; earlier ones were withdrawn. */
export function currentResponse(responses: readonly CreatorResponse[]): CreatorResponse | null {
	return responses.find(({ withdrawn_at }) => withdrawn_at === null) ?? null;
}

/** Responses to statements that a newer analysis dropped. */
export function responsesToEarlierStatements(report: Report): CreatorResponse[] {
	const statement_ids = new Set<string>(report.statements.map(({ id }) => id));
	return report.responses.filter(
		({ statement_id }) => statement_id !== null && !statement_ids.has(statement_id),
	);
}

/** The report with this new or changed response. */
function reportWithResponse(report: Report, response: CreatorResponse): Report {
	const known = report.responses.some(({ id }) => id === response.id);
	return {
		...report,
		responses: known
			? report.responses.map((one) => (one.id === response.id ? response : one))
			: [...report.responses, response],
	};
}
