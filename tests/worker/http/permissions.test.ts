import { beforeAll, describe, expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import { PERMISSIONS } from "#tests/support/fixtures/permission-table.ts";
import { appRoutes } from "#tests/support/world/answer-checks.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	createWorld,
	ROLES,
	type Role,
	type Row,
	type World,
} from "#tests/support/world/permissions.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL } from "#tests/support/world/signed-in.ts";

const REFUSALS = [401, 403];
let world: World;

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL, LIMIT_SIGN_IN: "0" }));
beforeAll(async () => {
	world = await createWorld(product);
});

async function sessionOf(
	role: Exclude<Role, "anonymous">,
	as: MemberId = world.member_id(role),
): Promise<string> {
	return (await world.newSession(as)).cookie;
}

async function ask(route: string, row: Row, role: Role): Promise<Response> {
	const { path, body, as } = await row.ask(world, role);
	const cookie = role !== "anonymous" && (await sessionOf(role, as));
	const response = await fetch(product.url + path, {
		method: route.slice(0, route.indexOf(" ")),
		redirect: "manual",
		headers: {
			// The server may close an idle connection just as the client reuses it.
			connection: "close",
			...(cookie && { cookie }),
			...(body !== undefined && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	// An event stream may never end by itself.
	await response.body?.cancel();
	return response;
}

describe("permissions", () => {
	it("are declared for exactly the app's routes", async () => {
		expect(Object.keys(PERMISSIONS).sort()).toEqual(await appRoutes());
	});

	it.each(Object.entries(PERMISSIONS))(
		"of %s match the table for every role",
		async (route, row) => {
			const answers: Partial<Record<Role, number>> = {};
			const personal = row.answers.anonymous === 401;
			for (const role of ROLES) {
				const { status, headers } = await ask(route, row, role);
				answers[role] = status;
				const cached = headers.get("cache-control") ?? "";
				if (REFUSALS.includes(status))
					expect(headers.get("content-type")).toBe("application/problem+json");
				if (personal) expect(cached, role).toContain("no-store");
			}
			expect(answers).toEqual(row.answers);
		},
	);
});
