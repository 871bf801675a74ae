import {readRoom, walkRoom} from '../support/gallery'

walkRoom('kiosk')
readRoom('kiosk')
