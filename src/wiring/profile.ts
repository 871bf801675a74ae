import type {ComponentType} from 'react'
import {ProfileScreen} from '../ui/profile/ProfileScreen'
import type {Connections} from './connections'

export function createProfileScreen(_connections: Pick<Connections, 'http'>): ComponentType {
  return ProfileScreen
}
