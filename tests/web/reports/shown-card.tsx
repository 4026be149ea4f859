import { cleanup, fireEvent, render, within } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { Statement } from "#contract/statement.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { checkedReport } from "#tests/web/support/sample-evidence.ts";
import { VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { VisitorContext } from "#web/features/accounts/auth-context.ts";
import { ShownReport } from "./shown-report.tsx";

const MEMBER = { id: "m", full_name: "Ada" } as User;
export const EVIDENCE_PATH = `/api/videos/${VIDEO_ID}/evidence`;

/** Prepares each test of a file in which cards are shown. */
export function prepareCards(): void {
	beforeEach(() => {
		Element.prototype.scrollIntoView = vi.fn();
		fakeApi({});
	});
	afterEach(cleanup);
}

/** Shows a member the report with these statements. */
export function show(statements: Statement[], report = checkedReport()): HTMLElement {
	window.history.replaceState(null, "", "/");
	const { container } = render(
		<SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
			<BrowserRouter>
				<VisitorContext value={{ user: MEMBER, promptSignIn: async () => true }}>
					<ShownReport report={{ ...report, statements }} />
				</VisitorContext>
			</BrowserRouter>
		</SWRConfig>,
	);
	return container;
}

/** The card of the first statement. */
export function card(): HTMLElement {
	const found = document.querySelector<HTMLElement>("[data-statement]");
	if (found === null) throw new Error("no statement is shown");
	return found;
}

/** Opens the card of the first statement. */
export async function open(): Promise<void> {
	fireEvent.click(within(card()).getByRole("button", { name: /More/ }));
	await within(card()).findByText("Explanation");
}
