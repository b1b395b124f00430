import { QueryClient } from '@tanstack/react-query';
import { isNetworkFailure } from './call-errors.ts';

/**
 * The reads of all pages. What is older than 30 s is fetched again in the background when its page comes back;
 * only reads that got no answer are tried again, and by themselves when the network returns.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 120_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && isNetworkFailure(error),
    },
    mutations: { retry: false },
  },
});
