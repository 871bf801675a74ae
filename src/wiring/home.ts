import type {ComponentType} from 'react'
import {HomeScreen} from '../ui/home/HomeScreen'
import type {Connections} from './connections'

export function createHomeScreen(_connections: Connections): ComponentType {
  return HomeScreen
}
