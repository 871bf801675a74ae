import {textsOf} from '../../domain/language'
import type {SHORTCUTS} from '../../domain/shell/shortcuts'

type Named = {[Group in keyof typeof SHORTCUTS]: Record<'name' | keyof (typeof SHORTCUTS)[Group], string>}

/** The actions of the keys. */
export const texts = textsOf('keys', {
  everywhere: {
    name: 'Everywhere',
    palette: 'Find anything',
    help: 'Show the shortcuts',
    search: 'Search on this page',
    dashboard: 'Go to the dashboard',
    alarms: 'Go to the alarms',
    admin: 'Go to Admin',
    settings: 'Go to the settings',
    myHome: 'Go to MyHome',
    profile: 'Go to the profile',
    close: 'Close what is open',
  },
  devices: {
    name: 'List of devices',
    move: 'Next or previous line',
    ends: 'First or last line',
    choose: 'Select',
  },
  bell: {
    name: 'List beneath the bell',
    acknowledge: 'Acknowledge the alarm in focus, or the first',
  },
  alarm: {
    name: 'Alarm in focus, or open beside the page',
    acknowledge: 'Acknowledge',
    shelve: 'Shelve…',
    maintain: 'Maintenance of its device for 1 hour',
  },
  wall: {
    name: 'Wall',
    move: 'Next tile in this direction',
    open: 'Open the device beside the wall, and close it',
    turn: 'Previous or next page',
  },
  chart: {
    name: 'Chart',
    zoom: 'Zoom in or out',
    pan: 'Earlier or later',
    reset: 'Reset the zoom',
    fullScreen: 'Full screen, and back',
  },
  range: {
    name: 'Time range',
    earlier: 'Earlier by its length',
    later: 'Later by its length',
    zoomOut: 'Twice as long',
    zoomIn: 'Half as long',
    copy: 'Copy the range',
    paste: 'Paste a range',
  },
} satisfies Named)
