import { plural } from "#contract/format.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { SpeakerNaming, useSpeakerNames } from "./speaker-names.tsx";

type SpeakerCount = {
	speaker: string;
	statements: number;
	/** null if the run asked no sources. */
	checked: number | null;
	refuted: number;
};

/**
 * What was counted of each speaker, in the order in which they speak. These are counts of
 * statements: nobody has a score.
 */
function countBySpeaker(statements: readonly Statement[]): SpeakerCount[] {
	const in_order = [...statements].sort((a, b) => a.timestamp - b.timestamp);
	const speakers = new Set(in_order.flatMap(({ speaker }) => speaker || []));
	return [...speakers].map((speaker) => {
		const own = statements.filter((it) => it.speaker === speaker);
		const judged = own.some(({ verdict }) => verdict !== null);
		return {
			speaker,
			statements: own.length,
			checked: judged ? own.filter(hasScore).length : null,
			refuted: own.filter(({ verdict }) => verdict === "refuted").length,
		};
	});
}

/** The speakers with their counts. A click shows only one's statements; another click shows all. */
export function SpeakerFilter({
	video,
	statements,
	chosen,
	onChoose,
}: {
	video: Video;
	statements: readonly Statement[];
	chosen: string | null;
	onChoose: (speaker: string | null) => void;
}) {
	const counts = countBySpeaker(statements);
	const named = useSpeakerNames(video);
	const nameOf = (speaker: string) => named?.names.find((it) => it.speaker === speaker)?.name;
	return (
		<div className="flex w-full flex-col gap-2">
			<fieldset className="flex w-full flex-wrap gap-2">
				<legend className="sr-only">Show statements by speaker</legend>
				{counts.map((count) => (
					<button
						key={count.speaker}
						type="button"
						aria-pressed={chosen === count.speaker}
						onClick={() => onChoose(chosen === count.speaker ? null : count.speaker)}
						className="flex min-h-11 max-w-full flex-col items-start justify-center rounded-md border border-line bg-raised px-3 py-1 text-start text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
					>
						<ForeignText className="max-w-full truncate font-semibold">{count.speaker}</ForeignText>
						<GivenName name={nameOf(count.speaker)} />
						<span className="text-xs">{countWords(count)}</span>
					</button>
				))}
			</fieldset>
			{named && (
				<SpeakerNaming
					video_id={video.id}
					speakers={counts.map(({ speaker }) => speaker)}
					named={named}
				/>
			)}
		</div>
	);
}

function GivenName({ name }: { name: string | undefined }) {
	if (name === undefined) return null;
	return (
		<span className="max-w-full text-start text-xs wrap-anywhere">
			<ForeignText>{name}</ForeignText>, named by the member
		</span>
	);
}

function countWords({ statements, checked, refuted }: SpeakerCount): string {
	const all = plural(statements, "statement");
	return checked === null ? all : `${all}, ${checked} checked, ${refuted} refuted`;
}
