import {ownSessionsMachine} from '../../src/machines/account/ownSessions'
import {pushMachine} from '../../src/machines/account/push'
import {secondFactorMachine} from '../../src/machines/account/secondFactor'
import {alarmAroundMachine} from '../../src/machines/alarms/around'
import {commandListMachine, commandsMachine} from '../../src/machines/console/commands'
import {headlinesMachine} from '../../src/machines/console/headlines'
import {deliveriesMachine} from '../../src/machines/console/organisation/deliveries'
import {organisationHealthMachine} from '../../src/machines/console/organisation/organisationHealth'
import {provisioningProfilesMachine} from '../../src/machines/console/organisation/provisioningProfiles'
import {settingsFactsMachine} from '../../src/machines/console/organisation/settingsFacts'
import {attributesMachine} from '../../src/machines/console/record/attributes'
import {credentialsMachine} from '../../src/machines/console/record/credentials'
import {thresholdsMachine} from '../../src/machines/console/thresholds'
import {unitsMachine} from '../../src/machines/console/units'
import {groupEntriesMachine} from '../../src/machines/media/groups'
import {playlistMachine} from '../../src/machines/media/lists'
import {playsMachine} from '../../src/machines/media/plays'
import {previewMachine} from '../../src/machines/media/preview'
import {annotationsMachine} from '../../src/machines/telemetry/annotations'
import {detailMachine} from '../../src/machines/telemetry/detail'
import type {Entry} from './entry'

/** Selects a region by its name. */
export const named = (name: string) => `role=region[name="${name}"]`

/** The regions of pages in which the states of machines are seen, as selectors of Playwright. Other machines fill their pages. */
const REGIONS: Readonly<Record<string, string>> = {
  [alarmAroundMachine.id]: named('Raised within five minutes'),
  [annotationsMachine.id]: named('Notes'),
  [attributesMachine.id]: named('Attributes'),
  [commandListMachine.id]: named('Commands'),
  [commandsMachine.id]: named('Commands'),
  [credentialsMachine.id]: named('Credentials'),
  [deliveriesMachine.id]: 'div:has(> div > h2:text-is("Deliveries"))',
  [detailMachine.id]: 'role=complementary',
  [groupEntriesMachine.id]: named('Device Groups'),
  [organisationHealthMachine.id]: named('Devices'),
  [ownSessionsMachine.id]: named('Sessions'),
  [playlistMachine.id]: named('Playlist'),
  [playsMachine.id]: named('Proof of play'),
  [previewMachine.id]: named('Preview'),
  [provisioningProfilesMachine.id]: named('Provisioning profiles'),
  [pushMachine.id]: named('Notifications on this device'),
  [secondFactorMachine.id]: named('Second factor'),
  [settingsFactsMachine.id]: named('Settings'),
  [headlinesMachine.id]: named('Headline keys'),
  [thresholdsMachine.id]: named('Thresholds'),
  [unitsMachine.id]: named('Units'),
}

/** Returns the selector of the region that an entry, or else its first machine, is seen in. */
export const regionOf = ({region, shows: [first]}: Entry): string | null => region ?? REGIONS[first?.id ?? ''] ?? null
