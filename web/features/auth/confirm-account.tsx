import { useState } from "react";
import { Link } from "react-router-dom";
import type { ConfirmAnswer } from "#contract/account.ts";
import { problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { useAuth } from "./auth-context.ts";
import { ProveSignUp } from "./prove-sign-up.tsx";

/** Confirms an address by its link. Programs that look through mail follow links, so a person presses. */
export function ConfirmAccount({ token }: { token: string }) {
	const { user, refreshUser, promptSignIn } = useAuth();
	const [state, setState] = useState<"asked" | "busy" | "unproven" | "done">(
		"asked",
	);
	const [problem, setProblem] = useState<string | null>(null);

	async function confirmed(): Promise<void> {
		await refreshUser();
		setState("done");
	}

	async function confirm(): Promise<void> {
		setState("busy");
		setProblem(null);
		try {
			const answer = await request<ConfirmAnswer>("/api/auth/confirm", {
				method: "POST",
				body: { token },
			});
			if (answer.needs_password) return setState("unproven");
			await confirmed();
		} catch (thrown) {
			setProblem(problemText(thrown));
			setState("asked");
		}
	}

	if (state === "unproven")
		return <ProveSignUp token={token} onConfirmed={confirmed} />;
	if (state === "done") {
		return (
			<div role="status" className="flex flex-col items-start gap-4">
				<p>
					Your account is confirmed
					{user ? " and you are signed in." : ". You can sign in now."}
				</p>
				{user ? (
					<Link to={paths.home()} className={buttonClass("primary")}>
						Analyze a Video
					</Link>
				) : (
					<Button look="primary" onClick={() => void promptSignIn()}>
						Sign In
					</Button>
				)}
			</div>
		);
	}
	return (
		<div className="flex flex-col items-start gap-4">
			<p>One press, and this address is confirmed as yours.</p>
			{problem !== null && (
				<ProblemNotice detail={problem}>
					<Button onClick={() => void promptSignIn(NEW_LINK)}>
						Sign In for a New Link
					</Button>
				</ProblemNotice>
			)}
			<Button look="primary" busy={state === "busy"} onClick={confirm}>
				{state === "busy" ? "One moment…" : "Confirm My Account"}
			</Button>
		</div>
	);
}

const NEW_LINK =
	"Sign in with your email and password. If the account still waits, you can have another link.";
