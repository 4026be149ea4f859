import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewApiKey } from "#contract/me.ts";
import type { Notifications } from "#contract/notifications.ts";
import { MAX_SESSIONS } from "#identity/sessions.ts";
import { type GoogleWorld, startGoogleWorld } from "#tests/support/fakes/google.ts";
import { type EventReader, readEvents } from "#tests/support/world/client.ts";
import { type Browser, PASSWORD, tokenIn } from "#tests/support/world/mail-product.ts";
import { addMember, databaseOf, openSession } from "#tests/support/world/signed-in.ts";
import { NOTIFICATIONS } from "#tests/support/world/viewers.ts";

const NEXT = "a new and better phrase";

let world: GoogleWorld;
const streams: EventReader[] = [];

beforeAll(async () => {
	world = await startGoogleWorld();
});
afterAll(async () => {
	for (const stream of streams) stream.close();
	await world?.stop();
});

/** The browser's stream, after its first event. */
async function listen(browser: Browser): Promise<EventReader> {
	const cookie = `session=${browser.cookies.get("session")}`;
	const url = `${world.product.url}${NOTIFICATIONS}/events`;
	const stream = await readEvents(url, undefined, cookie);
	streams.push(stream);
	await stream.until(({ event }) => event === "snapshot");
	return stream;
}

/** A member with two sessions in different browsers. */
async function twice(given: { email?: string; confirmed?: boolean } = {}) {
	const { email = world.newEmail(), confirmed = true } = given;
	const db = await databaseOf(world.product);
	const created_at = new Date(Date.now() - 1_000).toISOString();
	const email_confirmed_at = confirmed ? created_at : null;
	const id = await addMember(db, { email, email_confirmed_at, created_at });
	const inBrowser = async () => {
		const browser = world.browser();
		const cookie = await openSession(db, id, created_at);
		browser.cookies.set("session", cookie.replace("session=", ""));
		return browser;
	};
	const [here, there] = [await inBrowser(), await inBrowser()];
	return { id, email, here, there, stream: await listen(there) };
}

const signIn = (email: string, browser = world.browser()) =>
	browser.post("/api/auth/sign-in", { email, password: PASSWORD });

async function mailedToken(email: string, path: string, from: Browser) {
	await from.post(path, { email });
	return tokenIn(await world.sink.next(email));
}

async function sessionOf(browser: Browser): Promise<string> {
	type Listed = { sessions: { id: string; current: boolean }[] };
	const { body } = await browser.get<Listed>("/api/me/sessions");
	return body.sessions.find(({ current }) => current)?.id ?? "";
}

describe("notification stream closes", () => {
	it("when its session is ended by the member, without closing other streams", async () => {
		const { here, there, stream } = await twice();
		const own = await listen(here);
		const path = `/api/me/sessions/${await sessionOf(there)}`;
		expect((await here.send("DELETE", path)).status).toBe(204);
		await stream.ended;
		await here.post(`${NOTIFICATIONS}/read`, { all: true });
		await own.until(({ event }) => event === "snapshot" && own.events.length === 2);
	});

	it("when the member signs out", async () => {
		const { there, stream } = await twice();
		await there.post("/api/auth/sign-out", {});
		await stream.ended;
	});

	it("when the member signs out everywhere", async () => {
		const { here, stream } = await twice();
		await here.post("/api/auth/sign-out", { everywhere: true });
		await stream.ended;
	});

	it("when the member ends all other sessions", async () => {
		const { here, stream } = await twice();
		await here.send("DELETE", "/api/me/sessions");
		await stream.ended;
	});

	it("when the password changes", async () => {
		const { here, stream } = await twice();
		const password = { current: PASSWORD, next: NEXT };
		const changed = await here.send("PATCH", "/api/me", { password });
		expect(changed.status).toBe(200);
		await stream.ended;
	});

	it("when a mailed link sets a password", async () => {
		const { here, email, stream } = await twice();
		const token = await mailedToken(email, "/api/auth/forgot-password", here);
		const body = { token, password: NEXT };
		await world.browser().post("/api/auth/reset-password", body);
		await stream.ended;
	});

	it("when the account is deleted", async () => {
		const { here, stream } = await twice();
		const body = { password: PASSWORD };
		expect((await here.send("DELETE", "/api/me", body)).status).toBe(204);
		await stream.ended;
	});

	it("when a sign-in by any member replaces the browser's session", async () => {
		const [one, two] = [await twice(), await twice()];
		expect((await signIn(two.email, one.there)).status).toBe(200);
		await one.stream.ended;
		await signIn(two.email, two.there);
		await two.stream.ended;
	});

	it("when its session is dropped as the oldest beyond the maximum", async () => {
		const { id, email, stream } = await twice();
		const db = await databaseOf(world.product);
		for (let n = 0; n < MAX_SESSIONS; n++) await openSession(db, id);
		// These sessions are inserted without a sign-in, which alone would close streams.
		await signIn(email);
		await stream.ended;
	});

	it("when the owner of the address confirms an account that someone else has used", async () => {
		const { email, stream } = await twice({ confirmed: false });
		const owner = world.browser();
		await world.signUp(email, {}, owner);
		const token = tokenIn(await world.sink.next(email));
		const confirmed = await owner.post("/api/auth/confirm", { token });
		expect(confirmed.status).toBe(200);
		await stream.ended;
	});

	it("when the owner of the address signs in with Google", async () => {
		const person = world.newPerson();
		const { stream } = await twice({ email: person.email, confirmed: false });
		await world.signIn(person);
		await stream.ended;
	});

	it("when its API key is deleted", async () => {
		const { here, stream: bySession } = await twice();
		const { body } = await here.post<NewApiKey>("/api/keys", { name: "A" });
		const response = await fetch(`${world.product.url}${NOTIFICATIONS}/events`, {
			headers: { authorization: `Bearer ${body.key}`, connection: "close" },
		});
		let text = "";
		const has_begun = () => text.includes("event: snapshot");
		for await (const chunk of response.body ?? []) {
			const had_begun = has_begun();
			text += Buffer.from(chunk).toString();
			if (!had_begun && has_begun()) await here.send("DELETE", `/api/keys/${body.id}`);
		}
		expect(has_begun()).toBe(true);
		expect(bySession.events).toHaveLength(1);
	});

	it("before sending if its session was deleted without notice", async () => {
		const { here, there, stream } = await twice();
		const session = await sessionOf(there);
		await world.rows("delete from sessions where token_hash = ?", session);
		await here.post(`${NOTIFICATIONS}/read`, { all: true });
		await stream.ended;
		const lists = stream.events.map(({ data }) => data as Notifications);
		expect(lists).toHaveLength(1);
	});
});
