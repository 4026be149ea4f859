import { Icon } from "./icon.tsx";

/** Stands beside a statement whose words speak to the AI that rates it. */
export function AimedMark() {
	return (
		<span className="inline-flex items-center gap-1 text-sm font-semibold">
			<Icon name="warning" />
			Aimed at AI raters
		</span>
	);
}
