import { cleanup } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
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
