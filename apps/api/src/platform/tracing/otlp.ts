import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { Allowance } from '../allowance.ts';
import { productVersion } from '../package-files.ts';
import type { Config } from '../settings.ts';
import type { Span, SpanStart, Tracer } from '../tracing.ts';

/** Maximum number of traces per second of a process: a larger sample tells no more, and costs requests time. */
const TRACES_PER_SECOND = 20;

/** Maximum length of a statement, of which the queue holds up to 2,048. */
const TEXT_LIMIT = 4_000;

/** Maximum delay of a span, in milliseconds. */
const BATCH_DELAY = 1_000;

/** Time limits for sending a batch of spans, and for the last ones when the process ends, in milliseconds. */
const EXPORT_TIMEOUT = 5_000;
const END_TIMEOUT = 2_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Bit of `traceparent`: the caller records this trace, too. */
const SAMPLED = 1;

/**
 * Sends spans to an OTLP receiver, in batches. What does not fit into the queue, as while the receiver is away, is
 * dropped. The exporter itself reads OTEL_EXPORTER_OTLP_HEADERS.
 */
export function openTracer(
  { OTEL_EXPORTER_OTLP_ENDPOINT = '', ENVIRONMENT }: Config,
  log: FastifyBaseLogger,
): { tracer: Tracer; close(): Promise<void> } {
  setGlobalErrorHandler((err) => log.warn({ err }, 'the traces could not be sent'));
  const url = `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'agora',
      'service.version': productVersion(),
      'deployment.environment.name': ENVIRONMENT,
    }),
    spanLimits: { attributeValueLengthLimit: TEXT_LIMIT },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: BATCH_DELAY })],
  });
  const sdk = provider.getTracer('agora');
  const allowance = new Allowance(TRACES_PER_SECOND, 1_000);
  const start = ({ kind, name, attributes = {} }: SpanStart, parent = ROOT_CONTEXT): Span => {
    const span = sdk.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    return {
      get traceparent() {
        return traceparentOf(span);
      },
      startChild: (child) => start(child, trace.setSpan(ROOT_CONTEXT, span)),
      end: ({ attributes: more, error } = {}) => {
        if (more) span.setAttributes(more);
        if (error) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error);
        span.end();
      },
    };
  };
  return {
    tracer: {
      startTrace: (root, traceparent) => {
        const caller = traceparent ? parseTraceParent(traceparent) : null;
        if (caller && (caller.traceFlags & SAMPLED) === 0) return undefined;
        if (!allowance.take()) return undefined;
        return start(root, caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT);
      },
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(END_TIMEOUT)]),
  };
}

function traceparentOf(span: SdkSpan): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}
