import { useState } from "react";
import { problemText } from "#web/api/api-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { useAuth } from "./auth-context.ts";

/** The member's name with Sign Out, or Sign In. */
export function AccountControls() {
	const { user, promptSignIn, signOut } = useAuth();
	const [problem, setProblem] = useState<string | null>(null);
	if (user === undefined) return <span className="h-11 w-24" />;
	if (user === null) {
		return (
			<Button
				look="primary"
				className="whitespace-nowrap"
				onClick={() => void promptSignIn()}
			>
				Sign In
			</Button>
		);
	}
	return (
		<div className="flex items-center gap-3">
			<span
				className="max-w-40 truncate text-sm md:hidden lg:inline"
				title={user.email}
			>
				{user.full_name || user.email}
			</span>
			<Button
				className="whitespace-nowrap"
				onClick={() => {
					setProblem(null);
					signOut().catch((thrown: unknown) => setProblem(problemText(thrown)));
				}}
			>
				Sign Out
			</Button>
			{problem !== null && (
				<span role="alert" className="text-sm">
					{problem}
				</span>
			)}
		</div>
	);
}
