import { Icon, type IconName } from "./icon.tsx";

/** Where something stands, in word and sign; colour is for scores. */
export function StatusMark({ word, icon }: { word: string; icon: IconName }) {
	return (
		<span className="inline-flex items-center gap-1.5 rounded-sm border border-rule bg-raised px-2 py-0.5 text-sm leading-6 font-semibold whitespace-nowrap">
			<Icon name={icon} />
			{word}
		</span>
	);
}
