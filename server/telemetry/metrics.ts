import type {LabelledMetric, Metric} from '../http/metrics/metrics'
import type {IngestCounts} from './ingest/ingest'

export const ingestMetrics = (counts: () => IngestCounts): readonly Metric[] => [
  {name: 'ingest_messages_total', help: 'Messages of devices that were stored', value: () => counts().messages},
  {name: 'ingest_values_total', help: 'Values of devices that were stored', value: () => counts().values},
  {
    name: 'ingest_waiting',
    help: 'Values of devices that wait for their turn to be stored',
    value: () => counts().waiting,
  },
]

export const ingestRefusals = (counts: () => IngestCounts): readonly LabelledMetric[] => [
  {
    name: 'ingest_refused_total',
    help: 'Messages of devices that were not stored: overfull, data, database or stopping',
    label: 'because',
    values: () => Object.entries(counts().refused),
  },
]
