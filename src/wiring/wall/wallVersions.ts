import {loadWallVersions} from '../../api/wall/wallVersions'
import {WALLS} from '../../domain/wall/walls'
import {connected} from '../../machines/ports'
import {type WallVersionsLogic, wallVersionsMachine} from '../../machines/wall/wallVersions'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

export const createWallVersionsLogic = (connections: Pick<Connections, 'http' | 'links'>): WallVersionsLogic =>
  connected(wallVersionsMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, (http, {question}, options) =>
        loadWallVersions(http, {...question, rules: WALLS}, options),
      ),
    },
  })
