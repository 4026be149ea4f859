import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { problemText } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { useAuth } from "./auth-context.ts";

/** The member's name with Sign Out, or Sign In for visitors. */
export function AccountControls() {
	const { user, promptSignIn, signOut } = useAuth();
	const [problem, setProblem] = useState<string | null>(null);
	const controls = useRef<HTMLDivElement>(null);
	// The clicked button disappears, so its replacement takes the focus.
	const [just_changed, setJustChanged] = useState<"in" | "out" | null>(null);
	useEffect(() => {
		if (just_changed === null || (just_changed === "in") !== Boolean(user)) return;
		setJustChanged(null);
		controls.current?.querySelector<HTMLElement>("a, button")?.focus();
	}, [just_changed, user]);
	if (user === undefined) return <span className="h-11 w-24" />;
	if (user === null) {
		return (
			<div ref={controls} className="flex">
				<Button
					variant="primary"
					className="text-sm whitespace-nowrap"
					onClick={() => void promptSignIn().then((signed) => setJustChanged(signed ? "in" : null))}
				>
					Sign In
				</Button>
			</div>
		);
	}
	return (
		<div ref={controls} className="flex items-center gap-3">
			<Link
				to={paths.account()}
				title={user.email}
				className="flex min-h-11 items-center gap-1 text-sm link"
			>
				<span className="sr-only">Your account: </span>
				<span className="max-w-40 truncate lg:max-w-28">{user.full_name || user.email}</span>
			</Link>
			<Button
				className="text-sm whitespace-nowrap"
				onClick={() => {
					setProblem(null);
					signOut().then(
						() => setJustChanged("out"),
						(thrown: unknown) => setProblem(problemText(thrown)),
					);
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
