import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { sampleAuth, sampleMe } from "#tests/web/support/sample-account.ts";
import { AuthContext } from "#web/features/accounts/auth-context.ts";
import { SecondFactor } from "#web/features/accounts/settings/second-factor.tsx";
import { CodeForm } from "#web/features/accounts/sign-in/code-form.tsx";

const SECRET = "GEZDGNBVGY3TQOJQ";
const CODES = ["aaaa-bbbb", "cccc-dddd"];
const FACTOR = { since: "2026-01-31T10:00:00.000Z", recovery_codes_left: 7 };
const WRONG = {
	status: 403,
	body: {
		...problem(403, "wrong_code", "This code is not right."),
		errors: [{ pointer: "/code", detail: "This code is not right." }],
	},
};

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const type = (label: string, value: string) =>
	fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function serve() {
	const answerCode = (body: unknown, answer: object) =>
		(body as { code: string }).code === "123456" ? answer : WRONG;
	return fakeApi({
		"/api/me/second-factor": ({ method, body }) =>
			method === "POST"
				? { status: 201, body: { secret: SECRET, uri: "otpauth://totp/x" } }
				: answerCode(body, { status: 204 }),
		"/api/me/second-factor/confirm": ({ body }) =>
			answerCode(body, { body: { recovery_codes: CODES } }),
		"/api/auth/second-factor": ({ body }) => answerCode(body, { body: { user: sampleMe() } }),
	});
}

describe("second factor in the account", () => {
	it("is set up with password and code, and shows its recovery codes once", async () => {
		const asked = serve();
		const onSaved = vi.fn(async () => {});
		render(
			<AuthContext value={sampleAuth()}>
				<SecondFactor me={sampleMe()} onSaved={onSaved} />
			</AuthContext>,
		);
		press("Set Up a Second Factor");
		const form = screen.getByRole("form", { name: "Set up a second factor" });
		expect(document.activeElement).toBe(form);
		type("Your password", "my password");
		fireEvent.submit(form);
		const key = await screen.findByLabelText<HTMLInputElement>("Setup key");
		expect(key.value).toBe("GEZD GNBV GY3T QOJQ");
		const link = screen.getByRole("link", { name: "Open in My App" });
		expect(link.getAttribute("href")).toBe("otpauth://totp/x");
		expect(await screen.findByRole("img", { name: "QR code of the setup key" })).toBeTruthy();
		press("Cancel");
		expect(screen.queryByLabelText("Setup key")).toBeNull();
		press("Set Up a Second Factor");
		type("Your password", "my password");
		fireEvent.submit(screen.getByRole("form", { name: "Set up a second factor" }));
		await screen.findByLabelText("Setup key");
		type("Code", "000000");
		press("Confirm Code");
		await screen.findAllByText("This code is not right.");
		type("Code", "123456");
		press("Confirm Code");
		expect(await screen.findByText(/aaaa-bbbb/)).toBeTruthy();
		expect(onSaved).toHaveBeenCalled();
		press("I Have Them");
		expect(screen.queryByText(/aaaa-bbbb/)).toBeNull();
		expect(asked[0]?.body).toEqual({ password: "my password" });
	});

	it("is turned off with a code", async () => {
		const asked = serve();
		const onSaved = vi.fn(async () => {});
		render(<SecondFactor me={sampleMe({ second_factor: FACTOR })} onSaved={onSaved} />);
		expect(screen.getByText(/Recovery codes left: 7/)).toBeTruthy();
		press("Turn Off");
		const code = screen.getByLabelText<HTMLInputElement>("Code or recovery code");
		expect(code.inputMode).toBe("text");
		type("Code or recovery code", "123456");
		press("Turn Off");
		await waitFor(() => expect(onSaved).toHaveBeenCalled());
		expect(asked).toMatchObject([{ method: "DELETE", body: { code: "123456" } }]);
	});
});

describe("sign-in code", () => {
	const open = () => {
		const onSignedIn = vi.fn(async () => {});
		const onBack = vi.fn();
		render(<CodeForm token="t" onSignedIn={onSignedIn} onBack={onBack} />);
		return { onSignedIn, onBack };
	};

	it("signs in if it is right and shows an error otherwise", async () => {
		const asked = serve();
		const { onSignedIn } = open();
		type("Code", "000000");
		press("Sign In");
		await screen.findAllByText("This code is not right.");
		expect(onSignedIn).not.toHaveBeenCalled();
		type("Code", "123456");
		press("Sign In");
		await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
		expect(asked.at(-1)?.body).toEqual({ token: "t", code: "123456" });
	});

	it("can be a recovery code", () => {
		serve();
		open();
		press("Use a Recovery Code");
		expect(screen.getByLabelText("Recovery code")).toBeTruthy();
	});

	it("offers to start again if the sign-in has expired", async () => {
		fakeApi({
			"/api/auth/second-factor": () => ({
				status: 401,
				body: problem(401, "sign_in_expired", "This sign-in has expired."),
			}),
		});
		const { onBack } = open();
		type("Code", "123456");
		press("Sign In");
		fireEvent.click(await screen.findByRole("button", { name: "Start Again" }));
		expect(onBack).toHaveBeenCalled();
	});
});
