import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { ReviewClaim } from "#contract/claims.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleMe } from "#tests/web/support/sample-account.ts";
import { MEMBER, sampleClaim, shellAnswers } from "#tests/web/support/sample-member.ts";
import { AdminPage } from "#web/features/operations/admin-page.tsx";

function reviewClaim(change: Partial<ReviewClaim> = {}): ReviewClaim {
	return {
		...sampleClaim({ verification_method: "team_review" }),
		member: { id: "m2", full_name: "Grace", email: "grace@example.org" },
		...change,
	};
}

function openAs(
	user: User | null,
	{
		is_admin = true,
		claims = [reviewClaim()],
		address = "/admin",
	}: { is_admin?: boolean; claims?: ReviewClaim[]; address?: string } = {},
) {
	let open = claims;
	const pending = () => open.filter(({ status }) => status === "pending");
	const asked = fakeApi({
		...shellAnswers(user),
		"/api/me": () => ({ body: sampleMe({ is_admin }) }),
		"/api/admin/waiting": () => ({ body: { claims: pending().length, votes: 0, disputes: 0 } }),
		"/api/admin/claims?status=pending": () => ({ body: { claims: pending(), next_cursor: null } }),
		"/api/admin/claims?status=verified": () => ({
			body: { claims: open.filter(({ status }) => status === "verified"), next_cursor: null },
		}),
		"/api/admin/claims/c1": ({ body }) => {
			const { status, channel_id } = body as { status: "verified"; channel_id?: string };
			if (open[0]?.channel_id === null && channel_id === undefined) {
				return { status: 422, body: problem(422, "channel_unknown", "Send the channel's id.") };
			}
			open = open.map((claim) => ({ ...claim, status }));
			return { body: { claim: open[0] } };
		},
	});
	openPage(<AdminPage />, address);
	return asked;
}

const decisions = (asked: ReturnType<typeof fakeApi>) =>
	asked.filter(({ path }) => path === "/api/admin/claims/c1").map(({ body }) => body);

async function decide(verdict: "Verify" | "Reject") {
	fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${verdict} the claim`) }));
	return screen.findByRole("dialog");
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("review page", () => {
	it.each([
		["an anonymous visitor", null],
		["a member", MEMBER],
	])("does not exist for %s and requests no claims", async (_, user) => {
		const asked = openAs(user, { is_admin: false });
		expect(await screen.findByText("Page not found")).toBeTruthy();
		expect(asked.filter(({ path }) => path.includes("/admin/"))).toEqual([]);
	});

	it("shows the member, the claim's link and code, and the comments", async () => {
		openAs(MEMBER, { claims: [reviewClaim({ comments: "Ours since 2019.", reason: "Owned." })] });
		const claim = await screen.findByRole("article", { name: "Plain Engineering" });
		for (const words of ["Grace <grace@example.org>", "bs-BCDFGH", "Ours since 2019.", "Owned."]) {
			expect(within(claim).getByText(words)).toBeTruthy();
		}
		expect(
			within(claim)
				.getByRole("link", { name: /youtube\.com\/@plain/ })
				.getAttribute("href"),
		).toBe("https://www.youtube.com/@plain");
	});

	it("does not link a claimed text that is not a web address", async () => {
		openAs(MEMBER, { claims: [reviewClaim({ url: "javascript:alert(1)", channel_id: null })] });
		await screen.findByText("javascript:alert(1)");
		const claim = screen.getByRole("article");
		expect(within(claim).queryAllByRole("link")).toEqual([]);
	});

	it("shows the consequences and decides only after a confirmation", async () => {
		const asked = openAs(MEMBER);
		const dialog = await decide("Verify");
		expect(within(dialog).getByText(/can respond to every analysis/)).toBeTruthy();
		expect(decisions(asked)).toEqual([]);
		fireEvent.click(within(dialog).getByRole("button", { name: "Verify Claim" }));
		expect(await screen.findByText("Nothing to review")).toBeTruthy();
		expect(decisions(asked)).toEqual([{ status: "verified", reason: "" }]);
		const said = await screen.findByText("Plain Engineering: verified.");
		await waitFor(() => expect(document.activeElement).toBe(said));
	});

	it("rejects with the written reason", async () => {
		const asked = openAs(MEMBER);
		const dialog = await decide("Reject");
		const reason = within(dialog).getByLabelText<HTMLTextAreaElement>(/^Reason/);
		expect(reason.maxLength).toBe(MAX_REASON_CHARS);
		fireEvent.change(reason, { target: { value: "Not your channel." } });
		const link = (name: string | RegExp) => screen.findByRole("link", { name, hidden: true });
		await link(/^Review of Claims\W+waiting\W+1$/);
		fireEvent.click(within(dialog).getByRole("button", { name: "Reject Claim" }));
		await screen.findByText("Nothing to review");
		await link("Review of Claims");
		expect(decisions(asked)).toEqual([{ status: "rejected", reason: "Not your channel." }]);
	});

	it("warns what a verified owner loses", async () => {
		openAs(MEMBER, {
			claims: [reviewClaim({ status: "verified", verified: true })],
			address: "/admin?status=verified",
		});
		const dialog = await decide("Reject");
		expect(within(dialog).getByText(/They lose the channel/)).toBeTruthy();
	});

	it("asks for the channel id if the link could not be resolved", async () => {
		const asked = openAs(MEMBER, { claims: [reviewClaim({ channel_id: null })] });
		const dialog = await decide("Verify");
		const press = within(dialog).getByRole("button", { name: "Verify Claim" });
		fireEvent.click(press);
		await within(dialog).findByText(/not a channel id/);
		fireEvent.change(within(dialog).getByLabelText("Channel id"), {
			target: { value: "UCharbourtalks0123456789" },
		});
		fireEvent.click(press);
		await waitFor(() =>
			expect(decisions(asked)).toContainEqual({
				status: "verified",
				reason: "",
				channel_id: "UCharbourtalks0123456789",
			}),
		);
	});
});
