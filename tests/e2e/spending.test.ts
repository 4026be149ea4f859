import { expect, it } from "vitest";
import type { Spending, SpendingAnalyses } from "#contract/spending.ts";
import { PHONE } from "#tests/support/world/browser.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedIn, signedInAdmin } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** One window's extraction, and four statements rated by a panel of three. */
const CALLS = 13;
/** The usage that the fake providers report for each call. */
const [INPUT, OUTPUT] = [300, 100];

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const { visit } = journeys(product);

it("Spending shows an analysis's usage to admins only", async () => {
	const admin = await signedInAdmin(product);
	const [member] = await signedIn(product, 1);
	if (!member) throw new Error("There is no member");
	// One rating is requested twice, and the first answer's usage counts too.
	product.ai.behave(
		"claude",
		({ earlier, statement }) => ({
			fault: statement?.includes("1874") && earlier === 0 ? "truncated" : null,
		}),
		"rate",
	);
	await runToEnd(member, product.newVideo());

	const { body } = await admin.get<SpendingAnalyses>("/api/admin/spending/analyses");
	expect(body.analyses).toHaveLength(1);
	expect(body.analyses[0]).toMatchObject({
		calls: CALLS,
		requests: CALLS + 1,
		input_tokens: (CALLS + 1) * INPUT,
		output_tokens: (CALLS + 1) * OUTPUT,
		unpriced_calls: 0,
		started_by: { id: member.id },
	});
	const cost = body.analyses[0]?.cost_usd ?? 0;
	expect(cost).toBeGreaterThan(0);
	const { today, days } = (await admin.get<Spending>("/api/admin/spending")).body;
	expect(today.calls).toEqual({ taken: CALLS + 1, limit: 20_000 });
	expect(today.usd.taken).toBeCloseTo(cost, 9);
	const summed = days.reduce((sum, row) => sum + (row.cost_usd ?? 0), 0);
	expect(summed).toBeCloseTo(cost, 9);

	const seen = await visit("/dashboard", { as: admin, viewport: PHONE });
	await seen.getByRole("link", { name: "Spending" }).click();
	await seen.getByText(`of ${(20_000).toLocaleString("en")}`).waitFor();
	const analysis = seen
		.getByRole("listitem")
		.filter({ has: seen.getByRole("link", { name: "An evening at the lighthouse" }) });
	await analysis.getByText(`${CALLS + 1} requests`).waitFor();
	await analysis.getByText(/Claude rated with .*: 5 requests/).waitFor();
	await seen.getByRole("link", { name: "Review of Claims" }).click();
	await seen.getByText("Nothing to review").waitFor();

	const other = await visit("/admin?view=spending", { as: member, viewport: PHONE });
	await other.getByRole("heading", { name: "Page not found" }).waitFor();
});
