import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";

type Props = {
	children: ReactNode;
	/** A new value gives the children another try. */
	resetKey?: string;
};
type State = { failed: boolean; resetKey: string | undefined };

/** Keeps a render error to its own part of the page. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { failed: false, resetKey: this.props.resetKey };

	static getDerivedStateFromError(): Partial<State> {
		return { failed: true };
	}

	static getDerivedStateFromProps(
		props: Props,
		state: State,
	): Partial<State> | null {
		return props.resetKey === state.resetKey
			? null
			: { failed: false, resetKey: props.resetKey };
	}

	override render(): ReactNode {
		if (!this.state.failed) return this.props.children;
		return (
			<div role="alert" className="page-width flex flex-col gap-4 py-16">
				<h1 className="font-serif text-2xl font-semibold">
					Something went wrong
				</h1>
				<p>
					We encountered an unexpected error. Please try refreshing the page.
				</p>
				<div className="flex flex-wrap gap-3">
					<Button look="primary" onClick={() => window.location.reload()}>
						Refresh Page
					</Button>
					<Button onClick={() => this.setState({ failed: false })}>
						Try Again
					</Button>
				</div>
			</div>
		);
	}
}
