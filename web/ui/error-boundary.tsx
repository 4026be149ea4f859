import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { copyServed, ServedCopy } from "./served-copy.tsx";
import { showToast } from "./toasts.tsx";

type Props = {
	children: ReactNode;
	/** Changing the value renders the children again. */
	resetKey?: string;
	/** Replaces the error screen, for an optional part of the page. */
	fallback?: ReactNode;
	/** The id of the element around the boundary, whose content stays if the server sent it. */
	keeps?: string;
	/** Closes a dialog that could not be shown; a toast says so. */
	onError?: () => void;
};
type State = { failure: unknown; resetKey: string | undefined; kept: Node[] | null };

const NONE = Symbol("no failure");

/** Limits a render error to one part of the page. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { failure: NONE, resetKey: this.props.resetKey, kept: null };

	static getDerivedStateFromError(failure: unknown): Partial<State> {
		return { failure };
	}

	static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
		if (props.resetKey !== state.resetKey)
			return { failure: NONE, resetKey: props.resetKey, kept: null };
		// The document still has the content: React replaces it after this render.
		if (state.failure !== NONE && state.kept === null && props.keeps !== undefined)
			return { kept: copyServed(props.keeps) };
		return null;
	}

	override componentDidCatch(): void {
		const { onError } = this.props;
		if (onError === undefined) return;
		onError();
		showToast({
			topic: "part missing",
			title: "This could not be shown",
			text: "We encountered an unexpected error. Please try refreshing the page.",
		});
	}

	override render(): ReactNode {
		const { failure, kept } = this.state;
		if (failure === NONE) return this.props.children;
		if (this.props.fallback !== undefined) return this.props.fallback;
		if (kept !== null && kept.length > 0) return <ServedCopy nodes={kept} />;
		return <ErrorScreen onRetry={() => this.setState({ failure: NONE })} />;
	}
}

/** Replaces a page that could not be rendered. */
function ErrorScreen({ onRetry }: { onRetry: () => void }) {
	return (
		<div role="alert" className="page-width flex flex-col gap-4 py-16">
			<h1 className="font-serif text-2xl font-semibold">Something went wrong</h1>
			<p className="max-w-[60ch]">
				We encountered an unexpected error. Please try refreshing the page.
			</p>
			<div className="flex flex-wrap gap-3">
				<Button variant="primary" onClick={() => window.location.reload()}>
					Refresh Page
				</Button>
				<Button onClick={onRetry}>Try Again</Button>
			</div>
		</div>
	);
}
