import {type ComponentType, createElement} from 'react'
import {MediaScreen} from '../../ui/media/screen/MediaScreen'
import type {Connections} from '../connections'
import {createPlaysLogic} from './plays'
import {createPreviewLogic, createVideosLogic} from './videos'

export async function createMediaScreen(connections: Connections): Promise<ComponentType> {
  const uploads = await connections.uploads.open()
  const logic = {
    videos: createVideosLogic({...connections, uploads}),
    preview: createPreviewLogic(connections),
    plays: createPlaysLogic(connections),
    uploads,
  }
  return () => createElement(MediaScreen, {logic})
}
