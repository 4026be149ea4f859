import type { Analysis } from "#contract/analysis.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { meterProps } from "#web/ui/meter.tsx";

type Answers = Analysis["providers"][number];

/** Each provider's answers as they arrive: one tick a statement, a failed one hatched. */
export function ProviderProgress({
	providers,
}: {
	providers: readonly Answers[];
}) {
	return (
		<ul className="flex flex-col gap-3">
			{providers.map((answers) => (
				<li key={answers.provider} className="flex flex-col gap-1.5">
					<p className="flex justify-between gap-3 text-sm">
						<span>{PROVIDER_NAMES[answers.provider]}</span>
						<span className="font-semibold">{answersText(answers)}</span>
					</p>
					<ProgressSegments {...answers} />
				</li>
			))}
		</ul>
	);
}

function ProgressSegments({ provider, done, failed, total }: Answers) {
	const share = total === 0 ? 0 : (100 * (done + failed)) / total;
	const places = Array.from({ length: Math.max(1, total) }, (_, at) => ({
		at,
		look: at < done ? "bg-ink" : at < done + failed ? "hatched text-ink" : "",
	}));
	return (
		<div
			{...meterProps({
				label: `${PROVIDER_NAMES[provider]}: answers`,
				role: "progressbar",
				value: share,
				text: answersText({ provider, done, failed, total }),
			})}
			className="flex h-2 gap-0.5"
			data-track=""
		>
			{places.map(({ at, look }) => (
				<span
					key={at}
					className={`grow transition-colors duration-250 ease-out ${look || "bg-line"}`}
					data-fill={look === "" ? undefined : ""}
				/>
			))}
		</div>
	);
}

function answersText({ done, failed, total }: Answers): string {
	if (total === 0) return "waiting";
	const lost = failed === 0 ? "" : `, ${failed} failed`;
	return `${done} of ${total}${lost}`;
}
