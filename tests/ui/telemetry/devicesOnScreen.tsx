import {MantineProvider} from '@mantine/core'
import {act, configure, render} from '@testing-library/react'
import type {ReactElement} from 'react'
import {onTestFinished} from 'vitest'
import type {LinkState} from '../../../src/domain/link'
import type {Reading} from '../../../src/domain/telemetry/readings/reading'
import {ApplicationProvider} from '../../../src/ui/kit/application'
import type {createLiveDevices} from '../../machines/liveDevices'
import {applicationOf} from '../application'

export const NOW = Date.UTC(2026, 2, 4, 12, 30)
export const LATE_AFTER = 90_000

export const reading = (
  value: Reading['value'],
  receivedAt: number | null = NOW,
  ts: number | null = NOW,
): Reading => ({value, ts, receivedAt})

/** Draws a screen of devices with live values, whose hands are `live`. */
export function drawDevices(live: ReturnType<typeof createLiveDevices>, screen: ReactElement, {zone = 'UTC'} = {}) {
  // Queries by role include hidden elements: jsdom takes seconds to find out.
  configure({defaultHidden: true})
  onTestFinished(() => configure({defaultHidden: false}))
  return {
    ...render(
      <MantineProvider>
        <ApplicationProvider value={applicationOf(zone)}>{screen}</ApplicationProvider>
      </MantineProvider>,
    ),
    linkIs: (link: LinkState) => act(async () => live.link(link, 'specified')),
    clockIs: (at: number) => act(async () => live.tick(at)),
    push: (...pushed: Parameters<typeof live.push>) => act(async () => live.push(...pushed)),
    read: (deviceId: string, values: Record<string, Reading | null>) => act(async () => live.read(deviceId, values)),
  }
}

/** The screen at NOW with its link up and its devices loaded. */
export async function loaded<Shown extends ReturnType<typeof drawDevices>>(shown: Shown): Promise<Shown> {
  await shown.clockIs(NOW)
  await shown.linkIs({kind: 'polling'})
  await act(async () => {})
  return shown
}
