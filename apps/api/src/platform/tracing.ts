import { AsyncLocalStorage } from 'node:async_hooks';

type Attributes = Readonly<Record<string, string | number>>;

/** What a span is about; neither its name nor its attributes contain values of users. */
export interface SpanStart {
  kind: 'server' | 'client' | 'consumer';
  name: string;
  attributes?: Attributes;
}

/** The duration of a request, a statement or a job, as part of a trace. */
export interface Span {
  /** Names the span to what continues its trace, in the format of W3C Trace Context. */
  readonly traceparent: string;
  startChild(start: SpanStart): Span;
  /** @param error type or code of an error, not its message */
  end(outcome?: { attributes?: Attributes; error?: string | undefined }): void;
}

export interface Tracer {
  /** Undefined if the trace is not in the sample. */
  startTrace(start: SpanStart, traceparent?: string): Span | undefined;
}

let tracer: Tracer | undefined;
const active = new AsyncLocalStorage<Span | undefined>();

/** Without a tracer, as by default, there are no spans. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Starts a trace, or continues that of the caller. */
export const startTrace = (start: SpanStart, traceparent?: string): Span | undefined =>
  tracer?.startTrace(start, traceparent);

/** Runs `work`, whose spans become children of this one. */
export const inSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  tracer ? active.run(span, work) : work();

export const activeSpan = (): Span | undefined => (tracer ? active.getStore() : undefined);
