import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Me } from "#contract/me.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { sampleAuth, sampleMe, sampleUser } from "#tests/web/support/sample-account.ts";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { fetchJson } from "#web/api/request.ts";
import { AccountView } from "#web/features/accounts/account-page.tsx";
import { AuthContext } from "#web/features/accounts/auth-context.ts";

const AT = "2026-02-03T10:00:00.000Z";

type KeyBody = { name: string; scopes: string[]; expires_at?: string };

function serve(me: Me = sampleMe(), answers: Parameters<typeof fakeApi>[0] = {}) {
	let keys: object[] = [];
	let sessions = ["this", "phone", "library"];
	return fakeApi({
		"/api/me": ({ method }) => (method === "GET" ? { body: me } : { status: 200, body: {} }),
		"/api/me/sessions": ({ method }) => {
			if (method === "DELETE") sessions = ["this"];
			return {
				body: {
					sessions: sessions.map((id) => ({
						id,
						created_at: AT,
						last_seen_at: AT,
						user_agent: null,
						current: id === "this",
					})),
				},
			};
		},
		"/api/keys": ({ method, body }) => {
			if (method === "GET") return { body: { keys } };
			const { name, scopes, expires_at = null } = body as KeyBody;
			keys = [
				{
					id: "k1",
					name,
					prefix: "bsd_1234",
					scopes,
					created_at: AT,
					last_used_at: null,
					expires_at,
				},
			];
			return { status: 201, body: { id: "k1", name, key: "bsd_1234567890" } };
		},
		"/api/keys/k1": () => {
			keys = [];
			return { status: 204 };
		},
		"/api/webhooks/secret": () => ({ body: { created_at: null, previous_until: null } }),
		"/api/webhooks/deliveries": () => ({ body: { deliveries: [], next_cursor: null } }),
		...answers,
	});
}

function show(signsIn?: (reason?: string) => boolean) {
	const onChanged = vi.fn(async () => {});
	const onDeleted = vi.fn(async () => {});
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<AuthContext value={sampleAuth(signsIn)}>
				<BrowserRouter>
					<AccountView user={sampleUser()} onChanged={onChanged} onDeleted={onDeleted} />
				</BrowserRouter>
			</AuthContext>
		</SWRConfig>,
	);
	return { onChanged, onDeleted };
}

async function section(name: string) {
	return within(await screen.findByRole("region", { name }));
}

function fill(field: HTMLElement, value: string) {
	fireEvent.change(field, { target: { value } });
}

function submitFormOf(field: HTMLElement) {
	const form = field.closest("form");
	if (form === null) throw new Error("no form");
	fireEvent.submit(form);
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("account page", () => {
	it("saves name and picture, with null for an empty picture", async () => {
		const asked = serve();
		const { onChanged } = show();
		const profile = await section("Profile");
		const name = profile.getByLabelText("Full name");
		fill(name, "Ada King");
		submitFormOf(name);
		await profile.findByText("Saved.");
		expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({
			full_name: "Ada King",
			avatar_url: null,
		});
		expect(onChanged).toHaveBeenCalledOnce();
	});

	it.each([
		[true, "Send Confirmation Link", /^Not confirmed\./],
		[false, "Print the Admin Link Again", /link on the server's console/],
	])("has a way on for an unconfirmed address (email: %s)", async (mail, press, words) => {
		const asked = serve(sampleMe({ email_confirmed: false }), {
			"/api/health": () => ({ body: sampleHealth({ mail }) }),
			"/api/auth/resend": () => ({ status: 202, body: { message: "It is on its way." } }),
		});
		show();
		const address = await section("Email address");
		await address.findByText(words);
		fireEvent.click(address.getByRole("button", { name: press }));
		await address.findByText("It is on its way.");
		expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
			email: "ada@example.org",
		});
	});

	it("asks for a new address with the password and says where the link went", async () => {
		let pending_email: string | null = null;
		const asked = serve(sampleMe(), {
			"/api/health": () => ({ body: sampleHealth() }),
			"/api/me": ({ method }) => {
				if (method === "PATCH") pending_email = "next@example.org";
				return { body: sampleMe({ pending_email }) };
			},
		});
		show();
		const address = await section("Email address");
		const field = await address.findByLabelText("New email address");
		fill(field, "next@example.org");
		fill(address.getByLabelText("Your password"), "my password");
		submitFormOf(field);
		await address.findByText(/^We sent a link to/);
		expect(address.getByText("next@example.org")).toBeTruthy();
		expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({
			email: "next@example.org",
			password: "my password",
		});
	});

	it("says why the address cannot be changed on a site without email", async () => {
		serve(sampleMe(), { "/api/health": () => ({ body: sampleHealth({ mail: false }) }) });
		show();
		const address = await section("Email address");
		await address.findByText(/^You cannot change it here: this site sends no email/);
		expect(address.queryByLabelText("New email address")).toBeNull();
	});

	it("shows a validation error of the server at its field", async () => {
		serve(sampleMe(), {
			"/api/me": ({ method }) =>
				method === "GET"
					? { body: sampleMe() }
					: {
							status: 400,
							body: {
								...problem(400, "bad_input", "Please look at the form again."),
								errors: [{ pointer: "/avatar_url", detail: "It starts with https." }],
							},
						},
		});
		show();
		const profile = await section("Profile");
		const picture = profile.getByLabelText("Picture");
		fill(picture, "http://example.org/me.png");
		submitFormOf(picture);
		await profile.findByText("It starts with https.");
		expect(picture.getAttribute("aria-invalid")).toBe("true");
	});

	it("sends the current password with the new one and clears both afterwards", async () => {
		const asked = serve();
		show();
		const password = await section("Password");
		const current = password.getByLabelText<HTMLInputElement>("Current password");
		fill(current, "old one");
		fill(password.getByLabelText("New password"), "new one");
		submitFormOf(current);
		await password.findByText("Your new password is set.");
		expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({
			password: { current: "old one", next: "new one" },
		});
		expect(current.value).toBe("");
	});

	it("does not ask for the current password if there is none", async () => {
		serve(sampleMe({ has_password: false }));
		show();
		const password = await section("Password");
		expect(password.queryByLabelText("Current password")).toBeNull();
		expect(password.getByRole("button", { name: "Set Password" })).toBeTruthy();
	});

	it("removes other sessions from the list after signing out everywhere else", async () => {
		serve();
		show();
		const where = await section("Where you are signed in");
		expect(await where.findAllByRole("listitem")).toHaveLength(3);
		fireEvent.click(where.getByRole("button", { name: "Sign Out Everywhere Else" }));
		await waitFor(() => expect(where.getAllByRole("listitem")).toHaveLength(1));
		expect(where.getByText(", this device")).toBeTruthy();
	});

	it("shows a new key once, then lists it until it is revoked", async () => {
		serve();
		show();
		const list = await section("API keys");
		const name = await list.findByLabelText("Key name");
		fill(name, "My script");
		submitFormOf(name);
		const key = await list.findByLabelText<HTMLInputElement>("API key");
		expect(key.value).toBe("bsd_1234567890");
		fireEvent.click(list.getByRole("button", { name: "I Have It" }));
		expect(list.queryByLabelText("API key")).toBeNull();
		expect(list.getByText("bsd_1234…")).toBeTruthy();
		expect(list.getByText(/^Read and write, expires /)).toBeTruthy();
		fireEvent.click(list.getByRole("button", { name: "Revoke My script" }));
		await waitFor(() => expect(list.queryByText("bsd_1234…")).toBeNull());
		const outcome = await list.findByText("Key revoked.");
		await waitFor(() => expect(document.activeElement).toBe(outcome));
	});

	it("creates a read-only key without expiry if selected", async () => {
		serve();
		show();
		const list = await section("API keys");
		const name = await list.findByLabelText("Key name");
		fill(name, "Reader");
		fill(list.getByLabelText("It may"), "read");
		fill(list.getByLabelText("It expires"), "never");
		submitFormOf(name);
		expect(await list.findByText("Read only, does not expire")).toBeTruthy();
	});

	it("asks the member to sign in again if the server requires it, then deletes the account", async () => {
		let fresh = false;
		const reasons: (string | undefined)[] = [];
		const me = sampleMe({ has_password: false });
		const asked = serve(me, {
			"/api/me": ({ method }) =>
				method === "GET"
					? { body: me }
					: fresh
						? { status: 204 }
						: { status: 403, body: problem(403, "sign_in_again", "Please sign in again.") },
		});
		const { onDeleted } = show((reason) => {
			reasons.push(reason);
			fresh = true;
			return true;
		});
		const end = await section("Delete my account");
		fireEvent.click(end.getByRole("button", { name: "Delete My Account" }));
		fireEvent.click(end.getByRole("button", { name: "Delete Permanently" }));
		await waitFor(() => expect(onDeleted).toHaveBeenCalled());
		expect(reasons).toEqual(["Please sign in again."]);
		expect(asked.filter(({ method }) => method === "DELETE")).toHaveLength(2);
	});

	it("says what is deleted and what remains, asks for the password, then deletes", async () => {
		const asked = serve();
		const { onDeleted } = show();
		const end = await section("Delete my account");
		expect(end.getByText("What is deleted")).toBeTruthy();
		expect(end.getByText(/address on the newsletter's list/)).toBeTruthy();
		expect(end.getByText("What remains")).toBeTruthy();
		fireEvent.click(end.getByRole("button", { name: "Delete My Account" }));
		expect(asked.filter(({ method }) => method === "DELETE")).toEqual([]);
		const password = end.getByLabelText("Your password");
		fill(password, "right one");
		submitFormOf(password);
		await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
		expect(asked.at(-1)).toMatchObject({
			method: "DELETE",
			path: "/api/me",
			body: { password: "right one" },
		});
	});
});
