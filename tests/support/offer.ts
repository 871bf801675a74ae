import {ADDITIONS_VERSION, type Pulsewall} from '../../contract/wire/capabilities'

/** The offer of a server with all additions to the specified calls. */
export const PULSEWALL: Pulsewall = {pulsewall: ADDITIONS_VERSION}
