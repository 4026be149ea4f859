import { openShortcutHelp } from "../ui/shortcut-help.ts";
import {
	focusSearch,
	moveToStatement,
	pressInStatement,
	pressOnStatement,
} from "./shortcut-actions.ts";

export type Shortcut = {
	/** As the keyboard event names it. */
	key: string;
	/** As the key is labelled. */
	label: string;
	does: string;
	/** Answers whether there was anything to do; null where the browser or the page does it anyway. */
	act: (() => boolean) | null;
};

/** Every shortcut: what listens and what explains read the same list. */
export const SHORTCUTS: Shortcut[] = [
	{ key: "/", label: "/", does: "Search analyzed videos", act: focusSearch },
	{
		key: "j",
		label: "j",
		does: "Next statement",
		act: () => moveToStatement(1),
	},
	{
		key: "k",
		label: "k",
		does: "Previous statement",
		act: () => moveToStatement(-1),
	},
	{
		key: "Enter",
		label: "Enter",
		does: "Open or close the statement",
		act: () => pressOnStatement("more"),
	},
	{
		key: "a",
		label: "a",
		does: "Agree with the statement",
		act: () => pressInStatement("agree"),
	},
	{
		key: "d",
		label: "d",
		does: "Disagree with the statement",
		act: () => pressInStatement("disagree"),
	},
	{
		key: "?",
		label: "?",
		does: "Show these shortcuts",
		act: () => {
			openShortcutHelp();
			return true;
		},
	},
	{ key: "Escape", label: "Esc", does: "Close what is open", act: null },
];
