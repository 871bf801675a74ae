import type {Metric} from '../http/metrics/metrics'
import type {LiveCounts} from './server'

export const liveMetrics = (counts: () => LiveCounts): readonly Metric[] => [
  {name: 'live_connections', help: 'Open connections for pushed news', value: () => counts().connections},
  {
    name: 'live_dropped_total',
    help: 'Connections that were closed because they read too slowly',
    value: () => counts().dropped,
  },
  {
    name: 'live_walls',
    help: 'Sockets that get the newest values four times a second',
    value: () => counts().paced.sockets,
  },
  {
    name: 'live_walls_behind',
    help: 'Those that have not read what they were sent last',
    value: () => counts().paced.behind,
  },
  {
    name: 'live_walls_waiting',
    help: 'Values that wait for them, of each key one',
    value: () => counts().paced.waiting,
  },
  {
    name: 'live_walls_replaced_total',
    help: 'Values in whose place a newer one was sent',
    value: () => counts().paced.replaced,
  },
]
