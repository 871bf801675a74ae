import {textsOf} from '../../../domain/language'

export const texts = textsOf('wall.kiosk', {
  label: 'Full screen',
  leave: 'Leave full screen',
  next: 'Next wall',
  pause: 'Pause',
  resume: 'Resume',
  alarms: 'Alarm list',
  alarmCode: 'QR code of the alarm list',
})
