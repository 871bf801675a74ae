import {walkRoom} from '../support/gallery'

walkRoom('settings')
