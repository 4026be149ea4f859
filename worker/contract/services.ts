import * as z from "zod";
import { Instant } from "./ids.ts";

/** What a provider or source last answered to a test. */
export const ServiceTest = z.object({
	kind: z.enum(["provider", "source"]),
	/** The provider's or source's id. */
	id: z.string(),
	name: z.string(),
	/** null for a source. */
	model: z.string().nullable(),
	/** null until the first test; so are `ok` and `message`. */
	tested_at: Instant.nullable(),
	ok: z.boolean().nullable(),
	message: z.string().nullable(),
});
export type ServiceTest = z.infer<typeof ServiceTest>;

export const ServiceTests = z.object({ services: z.array(ServiceTest) });
export type ServiceTests = z.infer<typeof ServiceTests>;
