import type { Page } from "playwright-core";
import type { Network } from "./screen-network.ts";
import type { Place, ScreenWorld, Visitor } from "./screen-world.ts";

/** One thing that a person can have in front of them. */
export type Screen = {
	/** Unique; a file name. */
	name: string;
	in: Place;
	as: Visitor;
	path: string | ((world: ScreenWorld) => string | Promise<string>);
	/** The page's name in the tab. */
	title: string;
	/** Its h1. */
	heading: string;
	/** On screen before anything is judged; the heading alone where left out. */
	shows?: string | RegExp;
	/** What was pressed. */
	press?: (page: Page, world: ScreenWorld) => Promise<void>;
	/** What the press opened over the page: a dialog that keeps the focus, or a panel that does not. */
	layer?: "modal" | "panel";
	network?: Network;
	/** It shows a run that goes on: what has not come yet keeps its place by right. */
	underWay?: boolean;
	/** The browser's own notes of answers that the screen is about. */
	expected?: RegExp;
};
