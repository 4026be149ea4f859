import { COPIES, INJECTED, NUMBERS } from "./attacks.ts";
import { OUTDATED, TOO_NEW } from "./in-time.ts";
import type { OwnStatement } from "./own-statement.ts";
import { CONTEXT, REFUTED, SUPPORTED } from "./settled.ts";
import { CONFLICTING, OPEN } from "./unsettled.ts";

export const OWN_SET: readonly OwnStatement[] = [
	...SUPPORTED,
	...REFUTED,
	...CONTEXT,
	...CONFLICTING,
	...OPEN,
	...OUTDATED,
	...TOO_NEW,
	...COPIES,
	...INJECTED,
	...NUMBERS,
];
