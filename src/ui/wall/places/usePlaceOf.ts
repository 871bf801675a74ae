import {useSelector} from '@xstate/react'
import type {PlanPanel} from '../../../domain/wall/panels/plan'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {texts} from './texts'

/** Says where a device is on a plan, or that it is not there. */
export function usePlaceOf(wall: WallRef): (panel: PlanPanel, deviceId: string) => string {
  const {formats} = useApplication()
  const devices = useSelector(wall, s => s.context.board.devices)
  return ({places}, deviceId) => {
    const device = devices.find(({id}) => id === deviceId)?.name ?? deviceId
    const place = places.find(each => each.deviceId === deviceId)
    if (place === undefined) return texts.removed(device)
    const [left, top] = [place.x, place.y].map(each => `${formats.number(Math.round(each * 1000) / 10)} %`)
    return texts.place(device, left ?? '', top ?? '')
  }
}
