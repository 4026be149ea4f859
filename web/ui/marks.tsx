import { PROMPT_INJECTION_MARK } from "#contract/texts.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Shows in word and texture that a score came from no AI model. */
export function SimulatedBadge({ className = "" }: { className?: string }) {
	return (
		<span
			className={`inline-flex items-center gap-1.5 text-xs font-semibold text-muted ${className}`}
		>
			<span
				aria-hidden="true"
				className="hatched inline-block h-3 w-5 border border-current"
			/>
			Simulated
		</span>
	);
}

/** A status in word and icon; colour is for scores. */
export function StatusBadge({ word, icon }: { word: string; icon: IconName }) {
	return (
		<span className="inline-flex items-center gap-1.5 rounded-sm border border-rule bg-raised px-2 py-0.5 text-sm leading-6 font-semibold whitespace-nowrap">
			<Icon name={icon} />
			{word}
		</span>
	);
}

/** Shown beside a statement whose words address the AI that rates it. */
export function PromptInjectionMark() {
	return (
		<span className="inline-flex items-center gap-1 text-sm font-semibold">
			<Icon name="warning" />
			{PROMPT_INJECTION_MARK}
		</span>
	);
}
