import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {Attribute} from '../../../src/domain/console/attribute'
import type {DeviceCredentials} from '../../../src/domain/console/deviceCredentials'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import type {ThresholdLevels} from '../../../src/domain/console/thresholds/levels'
import {auditTrailMachine} from '../../../src/machines/console/auditTrail'
import {connectionMachine} from '../../../src/machines/console/connection'
import {countsMachine} from '../../../src/machines/console/counts'
import {deviceImportMachine} from '../../../src/machines/console/deviceImport'
import {deviceValuesMachine} from '../../../src/machines/console/deviceValues'
import {type Named, namesMachine} from '../../../src/machines/console/names'
import {organisationHealthMachine} from '../../../src/machines/console/organisation/organisationHealth'
import {settingsFactsMachine} from '../../../src/machines/console/organisation/settingsFacts'
import {attributesMachine} from '../../../src/machines/console/record/attributes'
import {choicesMachine} from '../../../src/machines/console/record/choices'
import {credentialsMachine} from '../../../src/machines/console/record/credentials'
import {rescueMachine} from '../../../src/machines/console/record/rescue'
import {invitationMachine, signOutEverywhereMachine} from '../../../src/machines/console/record/userActions'
import {thresholdPreviewMachine} from '../../../src/machines/console/thresholdPreview'
import {thresholdsMachine} from '../../../src/machines/console/thresholds'
import {savedViewsMachine} from '../../../src/machines/savedViews'
import {devicesMachine} from '../../../src/machines/telemetry/devices'
import {wallLinksMachine} from '../../../src/machines/wall/wallLinks'

const never = <T>() => new Promise<T>(() => {})
export const silent = () => ({subscribe: () => ({unsubscribe: () => {}})})

/** The parts of the page of a record besides the record, on a server that answers none of them. */
export const quietParts = {
  now: () => Date.now(),
  invitation: invitationMachine,
  rescue: rescueMachine,
  signOutEverywhere: signOutEverywhereMachine,
  choices: choicesMachine.provide({actors: {listRecords: fromPromise(never<readonly ConsoleRecord[]>)}}),
  attributes: attributesMachine.provide({
    actors: {clock: fromEventObservable(silent), listAttributes: fromPromise(never<readonly Attribute[]>)},
  }),
  thresholds: thresholdsMachine.provide({actors: {load: fromPromise(never<ThresholdLevels | null>)}}),
  thresholdPreview: thresholdPreviewMachine,
  settingsFacts: settingsFactsMachine.provide({actors: {linkChanges: fromEventObservable(silent)}}),
  units: async () => () => null,
  walls: async () => () => null,
  notifications: async () => () => null,
  deviceMaintenance: async () => () => null,
  commands: async () => () => null,
  credentials: credentialsMachine.provide({actors: {loadCredentials: fromPromise(never<DeviceCredentials | null>)}}),
  deviceValues: deviceValuesMachine.provide({
    actors: {
      points: fromEventObservable(silent),
      devices: devicesMachine.provide({
        actors: {
          clock: fromEventObservable(silent),
          linkChanges: fromEventObservable(silent),
          liveTelemetry: fromEventObservable(silent),
          deviceChanges: fromEventObservable(silent),
          readings: fromCallback(() => {}),
        },
      }),
    },
  }),
  connection: connectionMachine.provide({actors: {linkChanges: fromEventObservable(silent)}}),
  counts: countsMachine.provide({actors: {loadRecord: fromPromise(never<ConsoleRecord>)}}),
  organisationHealth: organisationHealthMachine.provide({actors: {linkChanges: fromEventObservable(silent)}}),
  names: namesMachine.provide({actors: {loadNamed: fromPromise(never<readonly Named[]>)}}),
  wallLinks: wallLinksMachine,
  apiKeys: async () => () => null,
  provisioning: async () => () => null,
  headlines: async () => () => null,
  savedViews: savedViewsMachine.provide({actions: {storeViews: () => {}}}),
  storedViews: () => [],
  deviceImport: deviceImportMachine,
  auditTrail: auditTrailMachine,
  apiOrigin: 'https://iot.test',
}
