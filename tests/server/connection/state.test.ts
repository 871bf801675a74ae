import {describe, expect, it} from 'vitest'
import type {ConnectionRow} from '../../../server/connection/repository'
import {connectionAt, SILENT_AFTER} from '../../../server/connection/state'

const NOW = 1_000_000
const LONG_AGO = NOW - SILENT_AFTER

const row = (connectedAt: number, disconnectedAt: number | null, seenAt: number): ConnectionRow => ({
  connectedAt,
  disconnectedAt,
  seenAt,
})

describe('a device is', () => {
  it.each([
    ['never connected when no server knows it', [], 'never', null],
    ['connected while its server says so', [row(5, null, LONG_AGO + 1)], 'connected', 5],
    ['not known once its server is silent', [row(5, null, LONG_AGO)], 'unknown', LONG_AGO],
    ['disconnected when it has left', [row(5, 8, 8)], 'disconnected', 8],
    ['connected to the server to which it has gone', [row(5, 9, 9), row(8, null, NOW)], 'connected', 8],
    ['connected while another server is silent', [row(5, null, 7), row(8, null, NOW)], 'connected', 8],
    [
      'disconnected when it has left the server to which it went from a silent one',
      [row(5, null, 7), row(8, 9, 9)],
      'disconnected',
      9,
    ],
    ['not known when it may still be at a server that is silent', [row(5, null, 9), row(6, 8, 8)], 'unknown', 9],
    ['disconnected since it has left the last of two servers', [row(5, 12, 12), row(6, 9, 9)], 'disconnected', 12],
    ['not known when the server to which it went is silent', [row(5, 12, 12), row(8, null, 9)], 'unknown', 9],
  ] as const)('%s', (_, rows, state, since) => {
    expect(connectionAt(rows, NOW)).toEqual({state, since, by: 'mqtt'})
  })
})
