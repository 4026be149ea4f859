import { Component, type ReactNode } from "react";
import { ErrorScreen } from "./error-screen.tsx";
import { forgetFailedParts, PartNotLoaded } from "./lazy-part.tsx";

type Props = {
	children: ReactNode;
	/** A new value gives the children another try. */
	resetKey?: string;
	/** Stands there instead of the error screen, for a part that the page can do without. */
	instead?: ReactNode;
};
type State = { failure: unknown; resetKey: string | undefined };

const NONE = Symbol("no failure");

/** Keeps a render error to its own part of the page. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { failure: NONE, resetKey: this.props.resetKey };

	static getDerivedStateFromError(failure: unknown): Partial<State> {
		return { failure };
	}

	static getDerivedStateFromProps(
		props: Props,
		state: State,
	): Partial<State> | null {
		if (props.resetKey === state.resetKey) return null;
		if (state.failure !== NONE) forgetFailedParts();
		return { failure: NONE, resetKey: props.resetKey };
	}

	override render(): ReactNode {
		const { failure } = this.state;
		if (failure === NONE) return this.props.children;
		if (this.props.instead !== undefined) return this.props.instead;
		return (
			<ErrorScreen
				outdated={failure instanceof PartNotLoaded}
				onRetry={() => {
					forgetFailedParts();
					this.setState({ failure: NONE });
				}}
			/>
		);
	}
}
