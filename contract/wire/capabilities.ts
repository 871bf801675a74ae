import * as z from 'zod/mini'
import {route} from './route'

/** `GET /api/v0/capabilities` lists a server's additions to the specified calls. Any other answer means nothing. */
export const capabilities = z.object({
  /** Names the build of the client that the server hands out; a page that came with another one is old. */
  build: z.optional(z.string()),
  /** Telemetry is pushed by socket.io. */
  live: z.optional(z.boolean()),
  /** A socket can subscribe all devices within reach in one message. */
  liveReach: z.optional(z.boolean()),
  /** Series are aggregated and thinned by the server. */
  aggregation: z.optional(z.boolean()),
  /** Series hold the lowest and the highest values that thinning and averages leave out. */
  envelope: z.optional(z.boolean()),
  /** Series of texts are joined into states by the server. */
  texts: z.optional(z.boolean()),
  /** The latest values of many devices come in one call. */
  latest: z.optional(z.boolean()),
  /** Many devices come with their latest values, units and thresholds in one call. */
  overview: z.optional(z.boolean()),
  /** The small charts of many devices come in one call. */
  sparklines: z.optional(z.boolean()),
  /** `GET …/device/places`: where devices are, as their attributes say. */
  places: z.optional(z.boolean()),
  /** The units of the keys of many devices come in one call. */
  units: z.optional(z.boolean()),
  /** The thresholds that hold for the keys of many devices come in one call. */
  thresholds: z.optional(z.boolean()),
  /** The server computes the tile statistics. */
  statistics: z.optional(z.boolean()),
  /** They are pushed by socket.io to those who watch them, every ten minutes. */
  statisticsNews: z.optional(z.boolean()),
  /** Every stored point of a range comes as a CSV file. */
  csv: z.optional(z.boolean()),
  /** Lists can be searched, sorted and paged by the server. */
  paging: z.optional(z.boolean()),
  /** Lists with pages can be filtered by the server, and customers in them have counts. */
  filters: z.optional(z.boolean()),
  /** A list of devices can hold when each was last seen. */
  lastSeen: z.optional(z.boolean()),
  /** Many devices can be created in one call. */
  imports: z.optional(z.boolean()),
  /** The server lists the users who belong to no organisation. */
  unassignedUsers: z.optional(z.boolean()),
  /** The audit trail can be read. */
  audit: z.optional(z.boolean()),
  /** People who may change an entity see the author and time of each of its versions. */
  changes: z.optional(z.boolean()),
  /** The audit trail can be filtered by organisation. */
  auditByOrganisation: z.optional(z.boolean()),
  /** Devices of an organisation are counted by status, and lists of devices with pages can be filtered by it. */
  deviceStatus: z.optional(z.boolean()),
  /** Attributes of many devices come in one call, and are pushed where telemetry is. */
  attributes: z.optional(z.boolean()),
  /** Devices connect by MQTT to these ports of the server, the one without and the one with TLS. */
  mqtt: z.optional(z.object({port: z.optional(z.number()), tlsPort: z.optional(z.number())})),
  /** Access tokens of devices can end, and be replaced while the former ones still count. */
  rotation: z.optional(z.boolean()),
  /** Commands are sent to devices, which may answer them. */
  commands: z.optional(z.boolean()),
  /** Devices show whether they are connected. */
  connections: z.optional(z.boolean()),
  /** Admins issue profiles by which devices register themselves. */
  provisioning: z.optional(z.boolean()),
  /** Users of customers claim devices that offer themselves. */
  claims: z.optional(z.boolean()),
  /** Videos are listed, uploads can be resumed, screens are paired, and their plays are listed. */
  media: z.optional(z.boolean()),
  /** The server evaluates thresholds, stores alarms, notifies people of them, and pushes them beside telemetry. */
  alarms: z.optional(z.boolean()),
  /** Devices are in maintenance at planned times, at which their alarms notify nobody. */
  maintenance: z.optional(z.boolean()),
  /** Rotas decide who is called, routes may name them, and people have quiet hours. */
  onCall: z.optional(z.boolean()),
  /** The server computes the share of time in which devices had data and no critical alarm, with goals. */
  availability: z.optional(z.boolean()),
  /** The server learns usual values of each series, evaluates values by them, and pushes unusual ones. */
  usual: z.optional(z.boolean()),
  /** Admins issue links by which screens show a wall without a user. */
  wallLinks: z.optional(z.boolean()),
  /** Admins see what walls were before, and bring it back. */
  wallVersions: z.optional(z.boolean()),
  /** Walls show pictures that admins upload. */
  pictures: z.optional(z.boolean()),
  /** Admins issue API keys for programs. */
  apiKeys: z.optional(z.boolean()),
  /** Questions can be asked as of a past moment, and the values sent in a piece of the past come in one call. */
  replay: z.optional(z.boolean()),
  /** Users change their own password. */
  ownPassword: z.optional(z.boolean()),
  /** Users change their own email. */
  ownEmail: z.optional(z.boolean()),
  /** Users add a second factor to their sign-in. */
  secondFactor: z.optional(z.boolean()),
  /** Admins invite users by mail. */
  invitations: z.optional(z.boolean()),
  /** Users see where they are signed in, and end that. */
  ownSessions: z.optional(z.boolean()),
  /** Alarms are pushed to the browsers of users. */
  push: z.optional(z.boolean()),
  /** Admins sign users out everywhere. */
  userSessions: z.optional(z.boolean()),
  /** The server stores the preferences of each user. */
  preferences: z.optional(z.boolean()),
  /** Organisations set for how many days values of their devices are stored. */
  retention: z.optional(z.boolean()),
  /** System admins see the problems that the operator of the server should attend to. */
  notices: z.optional(z.boolean()),
})
export type Capabilities = z.infer<typeof capabilities>

export const readCapabilities = route('GET', '/api/v0/capabilities', {answer: capabilities})
