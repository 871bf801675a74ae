import {textsOf} from '../../domain/language'
import type {WallVersions} from '../../domain/wall/versions'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.wallVersions', {unloaded: 'The versions of the wall could not be loaded.'})

interface VersionsOf {
  organisationId: string
  wall: string
}

/** Loads the earlier versions of a wall. */
export const wallVersionsMachine = createResource<WallVersions, VersionsOf>({
  id: 'wallVersions',
  texts,
})

export type WallVersionsLogic = typeof wallVersionsMachine
export type WallVersionsRef = ResourceRef<WallVersions, VersionsOf>

/** It is loaded when somebody asks for it. */
export type LoadWallVersions = () => Promise<WallVersionsLogic>
