import type { Analysis } from "#contract/analysis.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { meterProps } from "#web/ui/meter.tsx";
import { raterName } from "./stage-label.ts";

type Answers = Analysis["providers"][number];

/** Each provider's answers as they arrive: one tick per statement, hatched if failed. */
export function ProviderProgress({
	providers,
	simulated,
}: {
	providers: readonly Answers[];
	simulated: boolean;
}) {
	const nameOf = (provider: Answers["provider"]) =>
		simulated ? raterName(providers, provider) : PROVIDER_NAMES[provider];
	return (
		<ul className="flex flex-col gap-3">
			{providers.map((answers) => (
				<li key={answers.provider} className="flex flex-col gap-1.5">
					<p className="flex justify-between gap-3 text-sm">
						<span>{nameOf(answers.provider)}</span>
						<span className="font-semibold">{answersText(answers)}</span>
					</p>
					<ProgressSegments {...answers} name={nameOf(answers.provider)} />
				</li>
			))}
		</ul>
	);
}

function ProgressSegments({ name, ...answers }: Answers & { name: string }) {
	const { done, failed, total } = answers;
	const share = total === 0 ? 0 : (100 * (done + failed)) / total;
	const places = Array.from({ length: Math.max(1, total) }, (_, at) => ({
		at,
		look: at < done ? "bg-ink" : at < done + failed ? "hatched text-ink" : "",
	}));
	return (
		<div
			{...meterProps({
				label: `${name}: answers`,
				role: "progressbar",
				value: share,
				text: answersText(answers),
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

const DOING = { search: "Searching", read: "Reading", wait: "Waiting for" };

/**
 * The current search, page or limit in one changing line. Hidden from screen readers, which announce the
 * stage instead.
 */
export function RunActivity({ activity }: { activity: Analysis["activity"] | undefined }) {
	if (!activity) return null;
	return (
		<p aria-hidden="true" className="truncate text-sm text-muted">
			<span className="font-semibold text-ink">{DOING[activity.kind]}</span>{" "}
			<ForeignText>{activity.text}</ForeignText>
		</p>
	);
}
