import { members_screens } from "./members-screens.ts";
import { pressed_screens } from "./pressed-screens.ts";
import { public_screens } from "./public-screens.ts";
import type { Screen } from "./screen.ts";
import { static_screens } from "./static-screens.ts";

/** Every route in every state, once. */
export const SCREENS: Screen[] = [
	...public_screens,
	...static_screens,
	...members_screens,
	...pressed_screens,
];
