import { lazyComponent } from "#web/ui/lazy-part.tsx";

/** Loaded with the first check, because most readers check nothing. */
export const MomentCard = lazyComponent(
	async () => (await import("./moment-card.tsx")).MomentCard,
	undefined,
	{ ahead: true },
);
