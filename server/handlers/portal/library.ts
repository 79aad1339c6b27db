import type { PortalReport, PortalVideo } from '../../../spec/index.ts';
import type { Library } from '../../world/scope/scope-types.ts';

/** @see clause portal.report_catalog */
export function presentReport(report: Library['reports'][number]): PortalReport {
  return {
    report_id: report.reportId,
    title: report.title,
    category: report.category,
    description: report.description,
    formats: report.formats,
    frequency: report.frequency,
    required_privilege: report.requiredPrivilege,
  };
}

/** @see clause compliance.portal_only */
export function presentVideo(video: Library['videos'][number]): PortalVideo {
  return {
    video_id: video.videoId,
    title: video.title,
    topic: video.topic,
    duration_seconds: video.durationSeconds,
    language: video.language,
  };
}
