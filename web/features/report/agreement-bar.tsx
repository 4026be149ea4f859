import { agreementOf, agreementWords } from "#web/ui/agreement.ts";
import { meterProps } from "#web/ui/meter-props.ts";

/** Where the bar stands while nobody has voted. */
const UNDECIDED = 50;

/** Agreeing and disagreeing votes as one line in two parts. */
export function AgreementBar({
	agree,
	disagree,
	className = "h-1",
}: {
	agree: number;
	disagree: number;
	className?: string;
}) {
	const percent = agreementOf(agree, disagree);
	const value = percent ?? UNDECIDED;
	return (
		<div
			{...meterProps({
				label: "Community agreement",
				value,
				text: agreementWords(percent, agree + disagree),
			})}
			className={`relative w-full bg-line ${className}`}
			data-track=""
		>
			<div
				className={`h-full origin-left transition-transform duration-250 ease-out ${percent === null ? "bg-rule" : "bg-ink"}`}
				style={{ transform: `scaleX(${value / 100})` }}
				data-fill={percent === null ? undefined : ""}
			/>
		</div>
	);
}
