import { useLiveVideo } from "#web/api/live-video.ts";
import { PercentBar } from "#web/ui/meter.tsx";

/** One running analysis as a button in the header. */
export function RunChip({
	id,
	others,
	onPress,
}: {
	id: string;
	/** The number of other running analyses. */
	others: number;
	onPress: () => void;
}) {
	const { report, ending } = useLiveVideo(id);
	const percent = ending === null ? (report?.analysis?.progress ?? 0) : 100;
	const title = report?.video.title || "your video";
	const more = others === 0 ? "" : `, and ${others} more`;
	return (
		<button
			type="button"
			onClick={onPress}
			aria-label={`Analysis of ${title}: ${percent.toFixed(1)} percent${more}. Show progress`}
			className="flex min-h-11 flex-col justify-center gap-1 rounded-md border border-rule bg-raised px-2 hover:border-ink sm:px-3"
		>
			<span className="text-sm leading-none font-semibold whitespace-nowrap">
				<span className="hidden lg:inline">Analyzing </span>
				{percent.toFixed(1)}%{others > 0 && <span className="text-muted"> +{others}</span>}
			</span>
			<PercentBar role="progressbar" label="Progress" percent={percent} />
		</button>
	);
}
