import type { MemberId } from "#contract/ids.ts";
import { ROLES, type Role, type World } from "./permission-world.ts";

export type Row = {
	/**
	 * What is asked, its subject made anew for each role: a request that is
	 * granted may use it up. Without a body nothing is sent.
	 */
	ask: (world: World, role: Role) => Promise<Ask> | Ask;
	/** The status for each role. One that is no 401 or 403 got past the door. */
	answers: Record<Role, number>;
};
export type Ask = {
	path: string;
	body?: unknown;
	/** Whom members ask as, where not as themselves. */
	as?: MemberId;
};

const each = (status: (role: Role) => number) =>
	Object.fromEntries(ROLES.map((role) => [role, status(role)])) as Record<
		Role,
		number
	>;
/** The same for a visitor as for anybody. */
export const everyone = (status: number) => each(() => status);
/** Visitors are asked to sign in; all members are equal. */
export const members = (status: number) =>
	each((role) => (role === "anonymous" ? 401 : status));
/** Visitors are asked to sign in; other members are refused. */
export const only = (status: number, ...allowed: Role[]) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return allowed.includes(role) ? status : 403;
	});
/** Visitors are asked to sign in; what is another's is unknown to other members. */
export const hidden = (status: number) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return role === "owner" ? status : 404;
	});
export const at = (path: string, body?: unknown) => () => ({ path, body });
