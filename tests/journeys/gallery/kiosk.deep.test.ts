import {walkRoom} from '../support/gallery'

walkRoom('kiosk')
