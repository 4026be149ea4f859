import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { problem } from "#tests/web/support/fake-api.ts";
import { sampleUser } from "#tests/web/support/sample-account.ts";
import { fill, open, openDialog, submitFormOf } from "./sign-in-stage.tsx";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

it("a browser that did not keep the cookie of its sign-in is told so", async () => {
	open({ "/api/auth/sign-in": () => ({ body: { user: sampleUser() } }) });
	const dialog = await openDialog();
	fill(dialog.getByLabelText("Email"), "ada@example.org");
	fill(dialog.getByLabelText("Password"), "a long one");
	submitFormOf(dialog.getByLabelText("Email"));
	expect(await dialog.findByText(/your browser blocks this site's cookies/)).toBeTruthy();
});

it("a server that does not say who is signed in is no browser that blocks cookies", async () => {
	let asked = 0;
	open({
		"/api/auth/sign-in": () => ({ body: { user: sampleUser() } }),
		"/api/auth/session": () =>
			asked++ === 0
				? { body: { user: null, providers: { google: false } } }
				: { status: 503, body: problem(503, "unavailable", "The database is away.") },
	});
	const dialog = await openDialog();
	fill(dialog.getByLabelText("Email"), "ada@example.org");
	fill(dialog.getByLabelText("Password"), "a long one");
	submitFormOf(dialog.getByLabelText("Email"));
	await waitFor(() => expect(asked).toBeGreaterThan(1));
	await waitFor(() => expect(document.body.textContent).not.toContain("Signing in"));
	expect(screen.queryByText(/blocks this site's cookies/)).toBe(null);
});
